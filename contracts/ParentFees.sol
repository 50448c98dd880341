// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.0;

/// What a chain that writes to a parent chain takes for that, as the contract tells that such chains begin with.
contract ParentFees {
    function getL1FeeUpperBound(uint256 unsignedBytes) external pure returns (uint256) {
        return unsignedBytes * 1 gwei;
    }
}
