// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.0;

/// What the two test USDT share: the books, the owner's powers and Tether's names for them.
/// What differs between the networks is only what `transfer` and its kin return.
abstract contract TestTether {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    address public owner = msg.sender;
    bool public paused;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlackListed;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event AddedBlackList(address indexed user);
    event RemovedBlackList(address indexed user);
    event Pause();
    event Unpause();

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    function mint(address to, uint256 value) external onlyOwner {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function addBlackList(address user) external onlyOwner {
        isBlackListed[user] = true;
        emit AddedBlackList(user);
    }

    function removeBlackList(address user) external onlyOwner {
        isBlackListed[user] = false;
        emit RemovedBlackList(user);
    }

    function pause() external onlyOwner {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        paused = false;
        emit Unpause();
    }

    /// As Tether has it: a blacklisted account cannot send, but can still be sent to.
    function _move(address from, address to, uint256 value) internal {
        require(!paused, "paused");
        require(!isBlackListed[from], "blacklisted");
        require(balanceOf[from] >= value, "balance too low");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    /// The greatest allowance is never used up, so that a spender approved once stays approved.
    function _spend(address from, uint256 value) internal {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value, "allowance too low");
        if (allowed < type(uint256).max) allowance[from][msg.sender] = allowed - value;
    }

    /// Tether refuses to change one allowance into another: it must be taken back to zero first.
    function _approve(address spender, uint256 value) internal {
        require(value == 0 || allowance[msg.sender][spender] == 0, "reset the allowance to zero first");
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }
}
